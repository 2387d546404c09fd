package sim

import "scaledeck/model"

// ReferenceCanaries returns the two rollouts of the known autoscaling file, run
// through its gates. The file states deltas only; a baseline TPOT of 28.4 ms and
// a baseline quality of 0.920 reproduce every one of them bit for bit, and are
// our reading.
func ReferenceCanaries() ([]Canary, error) {
	baseline := Baseline{TPOT: 28.4, Quality: 0.920}
	builds := []struct {
		name     string
		observed []Candidate
	}{
		{"defective_int4_build", []Candidate{candidate(31.2, 0.912, 0.001), candidate(48.0, 0.892, 0.002)}},
		{"validated_fp8_build", []Candidate{candidate(24.8, 0.917, 0.001), candidate(25.0, 0.916, 0.001), candidate(25.4, 0.916, 0.001)}},
	}
	var out []Canary
	for _, b := range builds {
		c, err := RunCanary(CanaryPlan{Build: b.name, Stages: ReferenceStages(), Baseline: baseline, Gates: ReferenceGates()}, b.observed)
		if err != nil {
			return nil, err
		}
		out = append(out, c)
	}
	return out, nil
}

func candidate(tpot, quality, errors float64) Candidate {
	return Candidate{TPOT: model.Of(tpot), Quality: model.Of(quality), ErrorRate: model.Of(errors)}
}
