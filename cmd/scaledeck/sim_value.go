package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"scaledeck/sim"
)

// parsePlan reads a schedule such as 0s=4,60s=12.
func parsePlan(text string) (sim.Schedule, error) {
	var plan sim.Schedule
	for step := range strings.SplitSeq(text, ",") {
		at, n, ok := strings.Cut(step, "=")
		second, err := intervalParameter.Parse(strings.TrimSpace(at))
		replicas, err2 := strconv.Atoi(strings.TrimSpace(n))
		if !ok || err != nil || err2 != nil {
			return plan, usagef("--plan %s: expected TIME=N,… such as 0s=4,60s=12", text)
		}
		plan.Steps = append(plan.Steps, sim.Planned{Second: second, Replicas: replicas})
	}
	return plan, nil
}

// coldStart returns the cold start that --cold-start names: a time, or a profile
// of the trace's document or of the reference, by its name or a beginning of it
// that only one has.
func (s *simFlags) coldStart(in input) (sim.ColdStart, error) {
	value := s.numbers[sim.ParamColdStart]
	if seconds, err := sim.ParamColdStart.Parse(value); err == nil {
		var c sim.Config
		c.Policy = sim.None{}
		err := sim.ParamColdStart.Set(&c, seconds)
		return c.ColdStart, err
	}
	var known []string
	var found []sim.ColdStart
	for _, c := range in.profiles() {
		known = append(known, c.profile.Name)
		if c.profile.Name == value {
			return c.profile, c.err
		}
		if value != "" && strings.HasPrefix(c.profile.Name, value) {
			if c.err != nil {
				return sim.ColdStart{}, c.err
			}
			found = append(found, c.profile)
		}
	}
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		return sim.ColdStart{}, fmt.Errorf("neither a time such as 22s nor a profile; the profiles are %s", strings.Join(known, ", "))
	default:
		return sim.ColdStart{}, fmt.Errorf("%d profiles begin so; the profiles are %s", len(found), strings.Join(known, ", "))
	}
}

// flagsFor returns an error of package sim with flags in place of fields.
func flagsFor(err error) string {
	var f *sim.FieldError
	if !errors.As(err, &f) {
		return err.Error()
	}
	if p, ok := f.Parameter(); ok {
		return "--" + p.String() + ": " + f.Reason
	}
	field, rest, _ := strings.Cut(f.Field, "[")
	which := ""
	if digits, _, indexed := strings.Cut(rest, "]"); indexed {
		if n, bad := strconv.Atoi(digits); bad == nil {
			which = " " + strconv.Itoa(n+1)
		}
	}
	switch field {
	case "Demand":
		return "demand" + which + ": " + f.Reason
	case "Interval":
		return "--interval: " + f.Reason
	case "Steps":
		return "--plan: step" + which + ": " + f.Reason
	}
	return err.Error()
}
