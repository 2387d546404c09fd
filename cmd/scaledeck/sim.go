package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"scaledeck/model"
	"scaledeck/sim"
)

func newSim(t *terminal) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "sim",
		Short: "Simulate what a fleet would have done",
		Long: `Sim runs the model behind the autoscaling file on any demand, with any policy.
Everything it prints is SIMULATED: capacity and latency follow from assumed
coefficients and not from a measurement.`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newSimRun(t), newSimAblate(t), newSimSweep(t))
	return cmd
}

// simulatedTitle begins everything that a simulation prints.
const simulatedTitle = "SIMULATED"

// simFlags say what is simulated. A flag that is not given leaves the value of the
// reference, which depends on the policy.
type simFlags struct {
	trace    string
	timeline string
	interval string
	plan     string
	numbers  [sim.NumParameters]string

	set *pflag.FlagSet
}

// intervalParameter lends its parsing of seconds to flags that are no parameter.
const intervalParameter = sim.ParamDrain

// common are the parameters that every simulation takes.
var common = []sim.Parameter{
	sim.ParamDemand, sim.ParamCapacity, sim.ParamSLO, sim.ParamInitial, sim.ParamMin, sim.ParamMax, sim.ParamTarget,
}

// ofPolicies are the parameters that belong to policies, and those that the
// ablation varies itself.
var ofPolicies = []sim.Parameter{
	sim.ParamColdStart, sim.ParamStandby, sim.ParamGPUThreshold, sim.ParamLead, sim.ParamMaxBoots,
	sim.ParamHPATarget, sim.ParamHPAWindow, sim.ParamHPATolerance, sim.ParamDrain,
}

// parameterHelp says what is not plain from a parameter's label.
var parameterHelp = [sim.NumParameters]string{
	sim.ParamColdStart:    "from asked for to ready: a `TIME` such as 22s, or the name of a cold-start profile",
	sim.ParamStandby:      "warm replicas at the start, used before a cold boot: `N`",
	sim.ParamInitial:      "replicas ready at the start: `N` (reference 4)",
	sim.ParamMin:          "fewest replicas: `N` (reference 4)",
	sim.ParamMax:          "most replicas, ready and booting: `N`, 0 for no limit",
	sim.ParamCapacity:     "KV capacity of one ready replica: `TOKENS` (reference 18000)",
	sim.ParamTarget:       "demand/capacity that policies aim at: `RATIO` (reference 0.8)",
	sim.ParamSLO:          "limit of p99 TTFT: a `TIME` such as 500ms (reference 500ms)",
	sim.ParamDrain:        "hpa, schedule: how long a drained replica stays: `TIME`",
	sim.ParamDemand:       "multiply the demand by `FACTOR`",
	sim.ParamGPUThreshold: "reactive_gpu_util: GPU utilisation that starts replicas: `SHARE` such as 85%",
	sim.ParamLead:         "leading_kv_and_velocity: look `TIME` ahead instead of the cold start and one interval",
	sim.ParamMaxBoots:     "leading_kv_and_velocity: most cold boots an interval: `N` (reference 3)",
	sim.ParamHPATarget:    "hpa: mean use aimed at: `SHARE` (default 80%)",
	sim.ParamHPAWindow:    "hpa: stabilisation window of scale-downs: `TIME` (default 300s)",
	sim.ParamHPATolerance: "hpa: no change within this `SHARE` of the target (default 10%)",
}

func (s *simFlags) register(cmd *cobra.Command, parameters ...sim.Parameter) {
	s.set = cmd.Flags()
	group(s.set, "Simulation", func() { s.registerAll(s.set, parameters) })
}

func (s *simFlags) registerAll(f *pflag.FlagSet, parameters []sim.Parameter) {
	f.StringVar(&s.trace, "trace", "", "demand from `FILE`: CSV with time and demand, an autoscaling document, or - for standard input")
	f.StringVar(&s.timeline, "timeline", "", "which timeline's demand of a document: `NAME`")
	f.StringVar(&s.interval, "interval", "", "control interval: `TIME`; a CSV trace is read at this interval, gaps filled with the last value")
	for _, p := range parameters {
		f.StringVar(&s.numbers[p], p.String(), "", parameterHelp[p])
	}
}

// registerPolicies adds the flags that choose policies, one of usual without them.
func (s *simFlags) registerPolicies(cmd *cobra.Command, policies *[]string, usual []string) {
	f := cmd.Flags()
	group(f, "Simulation", func() {
		f.StringSliceVar(policies, "policy", usual, "`POLICY`, repeatable: "+strings.Join(sim.PolicyNames(), ", "))
		s.registerPlan(f)
	})
	complete(cmd, "policy", sim.PolicyNames())
}

func (s *simFlags) registerPlan(f *pflag.FlagSet) {
	f.StringVar(&s.plan, "plan", "", "schedule: `TIME=N,…` such as 0s=4,60s=12; without it what the demand needs, one cold start ahead")
}

// configs returns the config of each policy, all on the same demand.
func (s *simFlags) configs(policies []string, in input) ([]sim.Config, error) {
	if len(policies) == 0 {
		return nil, usagef("--policy: names no policy; there are %s", strings.Join(sim.PolicyNames(), ", "))
	}
	var out []sim.Config
	var taken [sim.NumParameters]bool
	schedule := false
	seen := make(map[string]bool)
	for _, name := range policies {
		c, err := s.config(name, in, &taken)
		if err != nil {
			return nil, err
		}
		if seen[c.Policy.Name()] {
			return nil, usagef("--policy %s: given twice", name)
		}
		seen[c.Policy.Name()] = true
		schedule = schedule || isSchedule(c)
		out = append(out, c)
	}
	for p := range sim.NumParameters {
		if s.given(p.String()) && !taken[p] {
			return nil, usagef("--%s: policy %s has no such number", p, strings.Join(policies, ", "))
		}
	}
	if s.given("plan") && !schedule {
		return nil, usagef("--plan is for --policy schedule")
	}
	return out, nil
}

// given reports whether a flag is one of this command and was set.
func (s *simFlags) given(name string) bool { return s.set.Lookup(name) != nil && s.set.Changed(name) }

// config returns the reference inputs of a policy with the flags applied, and
// marks the parameters that the policy takes.
func (s *simFlags) config(policy string, in input, taken *[sim.NumParameters]bool) (sim.Config, error) {
	c := sim.ReferenceReactive()
	p, err := sim.PolicyNamed(policy, c)
	if err != nil {
		return c, usagef("--policy %s: %w", policy, err)
	}
	if _, leading := p.(sim.Leading); leading {
		c = sim.ReferenceLeading()
	}
	c.Policy = p
	c = c.WithTrace(in.trace)
	for p := range sim.NumParameters {
		if !s.given(p.String()) {
			continue
		}
		if p == sim.ParamColdStart {
			c.ColdStart, err = s.coldStart(in)
			taken[p] = true
		} else {
			var v float64
			if v, err = p.Parse(s.numbers[p]); err == nil {
				if _, has := p.Get(&c); !has || p == sim.ParamDrain && !sim.Drains(c.Policy) {
					continue
				}
				err = p.Set(&c, v)
				taken[p] = true
			}
		}
		if err != nil {
			return c, usagef("--%s %s: %w", p, s.numbers[p], err)
		}
	}
	if isSchedule(c) {
		if c.Policy, err = s.schedule(c); err != nil {
			return c, err
		}
	}
	if err := c.Validate(); err != nil {
		return c, usagef("%s", flagsFor(err))
	}
	return c, nil
}

func isSchedule(c sim.Config) bool {
	_, ok := c.Policy.(sim.Schedule)
	return ok
}

// schedule returns the plan that is given, or the one that the demand needs with
// the numbers as they are now.
func (s *simFlags) schedule(c sim.Config) (sim.Policy, error) {
	if !s.given("plan") {
		return sim.PlanAhead(c), nil
	}
	return parsePlan(s.plan)
}

// numbersOf lists the numbers of c that were given by flags, without those in but.
// The factor of the demand is in the label of the input instead: a config does not
// keep it.
func (s *simFlags) numbersOf(c *sim.Config, but ...sim.Parameter) []string {
	var out []string
	for p := range sim.NumParameters {
		if p == sim.ParamDemand || p == sim.ParamDrain && !sim.Drains(c.Policy) {
			continue
		}
		if v, has := p.Get(c); has && s.given(p.String()) && !slices.Contains(but, p) {
			out = append(out, p.Label()+" "+p.Text(v))
		}
	}
	if isSchedule(*c) && s.given("plan") {
		out = append(out, "planned "+s.plan)
	} else if isSchedule(*c) {
		out = append(out, "planned from the demand itself, known in advance")
	}
	return out
}

// allNumbers says which numbers of any of the configs were given, each once.
func (s *simFlags) allNumbers(configs []sim.Config, but ...sim.Parameter) []string {
	var out []string
	for i := range configs {
		for _, n := range s.numbersOf(&configs[i], but...) {
			if !slices.Contains(out, n) {
				out = append(out, n)
			}
		}
	}
	return out
}

// seconds prints a time; values of a simulation are never missing.
func seconds(v float64) string { return model.Of(v).Text(model.Seconds) }
