package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"scaledeck/analysis"
	"scaledeck/model"
	"scaledeck/model/format/policyfile"
)

// maxPolicyIssues bounds the mistakes of a policy file that are listed at once.
const maxPolicyIssues = 20

// readPolicy returns the policy of a file, or the built-in one for no file. What
// is wrong with the file is an error of configuration, a line a mistake.
func readPolicy(name string) (analysis.Policy, error) {
	if name == "" {
		return analysis.BuiltIn(), nil
	}
	data, err := readBounded(name, policyfile.MaxBytes)
	if err != nil {
		return analysis.Policy{}, usagef("--policy: %w", err)
	}
	file, issues := policyfile.Read(name, data)
	if file == nil {
		return analysis.Policy{}, policyError(issues)
	}
	p, issues := analysis.PolicyOf(file)
	if len(issues) > 0 {
		return analysis.Policy{}, policyError(issues)
	}
	return p, nil
}

// readBounded reads a file, and no more than one byte over the limit of it, so
// that the parser sees that it is too long.
func readBounded(name string, limit int64) (data []byte, err error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	if data, err = io.ReadAll(io.LimitReader(f, limit+1)); err != nil {
		return nil, fmt.Errorf("reading %s: %w", name, err)
	}
	return data, nil
}

func policyError(issues []model.Issue) error {
	var lines []string
	for i, issue := range issues {
		if i == maxPolicyIssues {
			lines = append(lines, fmt.Sprintf("and %d more", len(issues)-i))
			break
		}
		lines = append(lines, issue.String())
	}
	return &exitError{code: exitUsage, err: errors.New(strings.Join(lines, "; "))}
}

const policyLong = `A policy is the rules that results are judged by: a YAML file given to --policy
of report, check and the console. Without one the built-in policy counts.

  version: 1
  name: fleet
  extends: built-in          # its rules, changed by the entries below; without it only they
  slo: 500ms                 # p99 TTFT objective for autoscaling timelines
  rules:
    - id: scale-out.served-throughput
      limit: -10             # the rest stays as it is built in
    - id: canary.tpot-ceiling
      off: true              # takes the rule out
    - id: scale-out.kv-cache # any other id adds a rule
      metric: max_kv_cache_pct
      statistic: max         # median, min, max, sum; value (canary); windows over SLO
      operator: at_most      # at_least, below, above
      limit: 90              # in the metric's unit, in percent for change_percent
      baseline: absolute     # difference, change_percent: against the baseline topology
      min_samples: 3         # fewer repeats, samples or requests: UNDECIDED
      severity: warn         # fail; a warning still needs its figure
      direction: lower       # higher, neither: which way of the metric is the good one
      precondition: none     # id of a rule without which this one is UNDECIDED
      magnitude: false       # the size of a change counts and not its sign
      everywhere: false      # the baseline's own figure counts for every topology
      optional: false        # absent from all of a file: listed, judged only when --strict

A limit that the policy states goes before one that a result file states, and so
does its slo: a result must not choose its own limits. limit_from: file and
slo_from: file reverse that. --limit and --slo go before everything. If
no SLO is stated no timeline passes: flags alone can only fail it.

Without min_samples a rule on canary_error_rate takes one over its limit, 200
requests for 0.005 and never under 30, and a rule on anything else one. Built in
are three repeats of either side for a change and 30 requests for TPOT and quality.`

func newPolicy() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "policy",
		Short: "Show the rules that results are judged by, or test them",
		Long:  policyLong,
		Args:  noArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	var shown, tested string
	show := &cobra.Command{
		Use:   "print",
		Short: "Print the effective policy as YAML that reads back to itself",
		Args:  noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			p, err := readPolicy(shown)
			if err != nil {
				return err
			}
			_, err = io.WriteString(cmd.OutOrStdout(), analysis.YAML(p))
			return err
		},
	}
	test := &cobra.Command{
		Use:   "test",
		Short: "Self-test every rule",
		Long: `Test judges small documents made for each rule and proves that some figure
breaks it, that some figure passes it, and that it is undecided without one. A
broken rule makes the verdict FAIL; one that others have as a precondition makes
it UNDECIDED, and one of severity warn only warns.
It exits with 2 when a rule cannot do that: the policy is what is wrong then.`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return testPolicy(cmd.OutOrStdout(), tested) },
	}
	show.Flags().StringVar(&shown, "policy", "", "policy `FILE`, YAML; without it the built-in policy")
	test.Flags().StringVar(&tested, "policy", "", "policy `FILE`, YAML; without it the built-in policy")
	completeFiles(show, "policy", "yaml", "yml")
	completeFiles(test, "policy", "yaml", "yml")
	cmd.AddCommand(show, test)
	return cmd
}

// testPolicy prints one line a rule: what turns it red, what passes it.
func testPolicy(out io.Writer, name string) error {
	p, err := readPolicy(name)
	if err != nil {
		return err
	}
	proofs, sound, width := analysis.SelfTest(p), 0, 0
	for _, proof := range proofs {
		width = max(width, len(proof.Rule.ID))
		if proof.OK() {
			sound++
		}
	}
	lines := []string{fmt.Sprintf("%d of %d rules can break, can pass, and are undecided without a figure: %s", sound, len(proofs), breaks(proofs))}
	for _, proof := range proofs {
		if problem := proof.Problem(); problem != "" {
			lines = append(lines, fmt.Sprintf("NO  %-*s  %s", width, proof.Rule.ID, problem))
			continue
		}
		lines = append(lines, fmt.Sprintf("ok  %-*s  limit %s · %s at %s · PASS at %s", width, proof.Rule.ID, proofLimit(proof.Rule),
			redWord(proof), proof.Red.TextAgainst(model.Of(proof.Rule.Limit), proof.Rule.Unit), proof.Green.TextAgainst(model.Of(proof.Rule.Limit), proof.Rule.Unit)))
	}
	if _, err := io.WriteString(out, strings.Join(lines, "\n")+"\n"); err != nil {
		return err
	}
	if sound < len(proofs) {
		return usagef("policy %s: %d of %d rules guard nothing", p.Name, len(proofs)-sound, len(proofs))
	}
	return nil
}

// breaks counts the verdicts of broken rules: "9 can FAIL, 1 makes the verdict
// UNDECIDED when broken (precondition)".
func breaks(proofs []analysis.Proof) string {
	n := make(map[analysis.Verdict]int)
	for _, p := range proofs {
		if p.OK() {
			n[p.As]++
		}
	}
	parts := []string{fmt.Sprintf("%d can FAIL", n[analysis.Fail])}
	if k := n[analysis.Undecided]; k > 0 {
		verb := "makes"
		if k > 1 {
			verb = "make"
		}
		parts = append(parts, fmt.Sprintf("%d %s the verdict UNDECIDED when broken (precondition)", k, verb))
	}
	if k := n[analysis.Info]; k > 0 {
		verb := "warns"
		if k > 1 {
			verb = "warn"
		}
		parts = append(parts, fmt.Sprintf("%d only %s", k, verb))
	}
	return strings.Join(parts, ", ")
}

// redWord is the verdict of a broken rule.
func redWord(p analysis.Proof) string {
	if p.As == analysis.Info {
		return "WARNS"
	}
	return p.As.String()
}

func proofLimit(r analysis.Rule) string {
	return analysis.Gate{Rule: r, Limit: model.Of(r.Limit)}.LimitText()
}
