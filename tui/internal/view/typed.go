package view

// MaxTyped bounds a typed number in characters.
const MaxTyped = 12

// StepDust keeps a limit that is a multiple of its step, but for floating-point
// dust, from being stepped onto itself.
const StepDust = 1e-6
