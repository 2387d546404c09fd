package analysis

import "scaledeck/analysis/rollout"

const Blocked = rollout.Blocked

type Canary = rollout.Canary

var CanaryOf = rollout.CanaryOf

const InProgress = rollout.InProgress

var JudgeRollout = rollout.JudgeRollout

const Promoted = rollout.Promoted

const RolledBack = rollout.RolledBack

type Stage = rollout.Stage
