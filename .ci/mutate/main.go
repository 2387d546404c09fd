// Mutate changes the code in small ways and counts the changes that a test notices.
//
//	go run ./.ci/mutate -n 60 -seed 1 tui analysis model
//
// It takes a sample of every change it knows below each folder, the same for the
// same seed, and runs the tests of the changed package and of those that import it
// until one fails. The tree is never edited: a changed file is given to the build
// as an overlay. Survivors are listed with file and line. Left out, as they change
// nothing that a test could see, are
//
//   - what does not build, or is not built on this system;
//   - the capacity given to make and to Grow, and what a Grow does: it changes speed alone;
//   - what is given to panic, and the calls of it.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

func main() {
	set := newSettings()
	if err := set.run(); err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(1)
	}
}

// settings are the flags.
type settings struct {
	sample  int
	seed    uint64
	least   float64
	timeout time.Duration
	within  time.Duration
	skip    string
	match   string
	folders []string
}

func newSettings() *settings {
	s := &settings{}
	flag.IntVar(&s.sample, "n", 60, "changes a folder")
	flag.Uint64Var(&s.seed, "seed", 1, "which sample is taken")
	flag.Float64Var(&s.least, "least", 0, "fail where fewer percent of a folder's changes are caught")
	flag.DurationVar(&s.timeout, "timeout", time.Minute, "of the tests of one package; running longer counts as caught")
	flag.DurationVar(&s.within, "within", 0, "end the sample after this time; 0 takes all of it")
	flag.StringVar(&s.skip, "skip", "Memory|Budget|Allocs|Idle|Pty|Suspend", "tests that measure the machine or wait for it")
	flag.StringVar(&s.match, "match", "", "only the changes whose line in the list contains this, such as a file and a line number")
	flag.Parse()
	s.folders = flag.Args()
	if len(s.folders) == 0 {
		s.folders = []string{"tui", "analysis", "model"}
	}
	return s
}

func (s *settings) run() error {
	root, err := moduleRoot()
	if err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "mutate")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, os.Interrupt)
	tester, err := newTester(root, work, s)
	if err != nil {
		return err
	}
	var scores []score
	for _, folder := range s.folders {
		all, err := mutants(root, folder)
		if err != nil {
			return err
		}
		one := score{folder: folder, known: len(all)}
		shuffle(all, s.seed)
		all = slices.DeleteFunc(all, func(m mutant) bool { return !strings.Contains(m.String(), s.match) })
		began := time.Now()
		for _, m := range all {
			if one.caught+len(one.survived) >= s.sample || s.within > 0 && time.Since(began) > s.within {
				break
			}
			select {
			case <-stop:
				return fmt.Errorf("interrupted in %s after %d changes", folder, one.caught+len(one.survived))
			default:
			}
			by, err := tester.try(m)
			if err != nil {
				return err
			}
			one.add(m, by)
		}
		scores = append(scores, one)
	}
	return report(scores, s.least)
}

// moduleRoot is the folder of go.mod, at or above the current one.
func moduleRoot() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for ; ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
		if dir == filepath.Dir(dir) {
			return "", fmt.Errorf("no go.mod here or above")
		}
	}
}

// score is what became of a folder's sample.
type score struct {
	folder   string
	known    int // changes there are
	caught   int
	unbuilt  int
	survived []mutant
}

func (s *score) add(m mutant, by string) {
	switch by {
	case "":
		s.survived = append(s.survived, m)
		fmt.Printf("survived  %s\n", m)
	case notBuilt:
		s.unbuilt++
	default:
		s.caught++
		fmt.Printf("caught    %s  by %s\n", m, by)
	}
}

func (s *score) percent() float64 {
	return 100 * float64(s.caught) / float64(max(s.caught+len(s.survived), 1))
}

func report(scores []score, least float64) error {
	var low error
	fmt.Println()
	for _, s := range scores {
		fmt.Printf("%-10s %3d of %3d caught, %.0f %%  (of %d changes; %d tried did not build)\n",
			s.folder, s.caught, s.caught+len(s.survived), s.percent(), s.known, s.unbuilt)
		if s.percent() < least {
			low = fmt.Errorf("less than %.0f %% caught in %s", least, s.folder)
		}
	}
	return low
}
