package sim

import "fmt"

// invalid returns the error of a field that cannot be used, under the field's
// own name, so that whoever filled it in finds it.
func invalid(field, format string, args ...any) error {
	return fmt.Errorf("%s: %s", field, fmt.Sprintf(format, args...))
}

// within returns err as the error of a field of the field given.
func within(field string, err error) error { return fmt.Errorf("%s: %w", field, err) }
