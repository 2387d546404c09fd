package analysis

import "scaledeck/analysis/gate"

const Above = gate.Above

const Absolute = gate.Absolute

const AtLeast = gate.AtLeast

const AtMost = gate.AtMost

const Below = gate.Below

var BuiltIn = gate.BuiltIn

const ChangePercent = gate.ChangePercent

const Claimed = gate.Claimed

const Derived = gate.Derived

type Detail = gate.Detail

const Difference = gate.Difference

const Fail = gate.Fail

type Gate = gate.Gate

const Info = gate.Info

type Kind = gate.Kind

const KindAutoscaling = gate.KindAutoscaling

const KindCanary = gate.KindCanary

const KindColdStart = gate.KindColdStart

const KindFile = gate.KindFile

const KindScaleOut = gate.KindScaleOut

const Measured = gate.Measured

const NumVerdicts = gate.NumVerdicts

type Op = gate.Op

type Options = gate.Options

const Pass = gate.Pass

type Policy = gate.Policy

type Relation = gate.Relation

type Rule = gate.Rule

const RuleErrorRate = gate.RuleErrorRate

const RuleNon200 = gate.RuleNon200

const RuleOfferedLoad = gate.RuleOfferedLoad

const RulePremiumTTFT = gate.RulePremiumTTFT

const RuleQualityDrop = gate.RuleQualityDrop

const RuleRestarts = gate.RuleRestarts

const RuleSLOWindows = gate.RuleSLOWindows

const RuleServed = gate.RuleServed

const RuleTPOTCeiling = gate.RuleTPOTCeiling

const RuleTPOTRegression = gate.RuleTPOTRegression

const Running = gate.Running

const Simulated = gate.Simulated

const Undecided = gate.Undecided

type Verdict = gate.Verdict
