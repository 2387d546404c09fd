package analysis

import "scaledeck/analysis/timeline"

type Autoscaling = timeline.Autoscaling

var AutoscalingOf = timeline.AutoscalingOf

const BecameReady = timeline.BecameReady

const BreachBegan = timeline.BreachBegan

const BreachEnded = timeline.BreachEnded

type Event = timeline.Event

type EventKind = timeline.EventKind

type Peak = timeline.Peak

const Peaked = timeline.Peaked

type SLO = timeline.SLO

const ScaledDown = timeline.ScaledDown

const ScaledUp = timeline.ScaledUp

type Window = timeline.Window

var WorstIn = timeline.WorstIn
