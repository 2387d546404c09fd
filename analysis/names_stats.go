package analysis

import "scaledeck/analysis/stats"

const Confidence = stats.Confidence

var DifferenceNote = stats.DifferenceNote

var IntervalNote = stats.IntervalNote

var MedianInterval = stats.MedianInterval

var Percentile = stats.Percentile

var Rank = stats.Rank

var Supported = stats.Supported

type Change = stats.Change

const ExactTest = stats.ExactTest

type Ground = stats.Ground

const NearZero = stats.NearZero

const NoiseTolerance = stats.NoiseTolerance

const RangesOfFew = stats.RangesOfFew

const SmallChange = stats.SmallChange

type Spread = stats.Spread
