package analysis

import "scaledeck/analysis/policy"

var PolicyOf = policy.PolicyOf

var YAML = policy.YAML
