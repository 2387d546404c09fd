package analysis

import "scaledeck/analysis/finding"

const Ambiguous = finding.Ambiguous

type Check = finding.Check

type CheckResult = finding.CheckResult

type Compared = finding.Compared

const Copied = finding.Copied

const Differs = finding.Differs

type Finding = finding.Finding

type Group = finding.Group

const NotCheckable = finding.NotCheckable

const NumCheckResults = finding.NumCheckResults

type Pair = finding.Pair

const Reproduced = finding.Reproduced
