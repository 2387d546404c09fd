package model

// PolicyFile is a policy as its file spells it: what was given and where, not
// yet what it means. Package policyfile reads one, package analysis makes a policy
// of it.
type PolicyFile struct {
	File    string // cleaned name, for messages
	Name    Given[string]
	Extends Given[string]  // the policy that the rules change or add to
	SLO     Given[float64] // p99 TTFT objective, ms
	SLOFrom Given[string]
	Rules   []PolicyRule
}

// PolicyRule is one entry of a policy file's rules.
type PolicyRule struct {
	Place
	ID           Given[string]
	Off          Given[bool]
	Name         Given[string]
	Metric       Given[string]
	Statistic    Given[string]
	Operator     Given[string]
	Limit        Given[float64] // in the unit of what is compared with it
	LimitFrom    Given[string]
	Baseline     Given[string]
	Magnitude    Given[bool]
	MinSamples   Given[int]
	Precondition Given[string]
	Everywhere   Given[bool]
	Optional     Given[bool]
	Severity     Given[string]
	Direction    Given[string]
}

// Place is a position in a text file, 1-based; the column counts characters.
type Place struct{ Line, Column int }

// Given is a value that a file may leave out. Place is where it is.
type Given[T any] struct {
	Place
	Value T
	Set   bool
}

// CodePolicy is the code of an issue of a policy file that is well-formed YAML.
const CodePolicy Code = "policy"
