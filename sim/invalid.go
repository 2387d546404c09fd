package sim

import (
	"errors"
	"fmt"
)

// FieldError is the error of a field that cannot be used, under the field's own
// name, so that the caller finds it.
type FieldError struct {
	Field  string // such as "InitialReady" or "Demand[3]"
	Reason string
}

func (e *FieldError) Error() string { return e.Field + ": " + e.Reason }

// parameterFields are the fields behind the parameters.
var parameterFields = map[string]Parameter{
	"ColdStart": ParamColdStart, "Standby": ParamStandby, "InitialReady": ParamInitial, "Min": ParamMin, "Max": ParamMax,
	"ReplicaCapacity": ParamCapacity, "TargetRatio": ParamTarget, "SLO": ParamSLO, "DrainSeconds": ParamDrain,
	"Threshold": ParamGPUThreshold, "Lead": ParamLead, "MaxColdBoots": ParamMaxBoots,
	"Target": ParamHPATarget, "Tolerance": ParamHPATolerance, "Stabilisation": ParamHPAWindow,
}

// Parameter returns the parameter that sets the field; ok is false where none does.
func (e *FieldError) Parameter() (p Parameter, ok bool) {
	p, ok = parameterFields[e.Field]
	return p, ok
}

// Words returns the text of err with labels of parameters in place of the names of
// fields.
func Words(err error) string {
	var f *FieldError
	if !errors.As(err, &f) {
		return err.Error()
	}
	if p, ok := f.Parameter(); ok {
		return p.Label() + ": " + f.Reason
	}
	return f.Error()
}

func invalid(field, format string, args ...any) error {
	return &FieldError{field, fmt.Sprintf(format, args...)}
}

// within returns err as the error of a field of the field given.
func within(field string, err error) error { return fmt.Errorf("%s: %w", field, err) }
