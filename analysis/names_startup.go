package analysis

import "scaledeck/analysis/startup"

type ColdStart = startup.ColdStart

var ColdStartOf = startup.ColdStartOf

type Profile = startup.Profile

type Saving = startup.Saving

var Savings = startup.Savings
