package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// formatBatch is the number of sources that one run of Terraform formats.
const formatBatch = 5000

// byTerraform replaces the layouts of some cases by those of `terraform fmt`.
func byTerraform(cases []formatCase) error {
	folder, err := os.MkdirTemp("", "layouts")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	name := func(index int) string { return filepath.Join(folder, fmt.Sprintf("%d.tf", index)) }
	for index, c := range cases {
		if err := os.WriteFile(name(index), []byte(c.Text), 0o600); err != nil {
			return err
		}
	}
	// It exits with an error if it rejects a source, which stays as it is. All sources are valid, so versions of
	// its parser differ, and the layout of this one counts.
	var exit *exec.ExitError
	if err := exec.Command("terraform", "fmt", "-list=false", folder).Run(); err != nil && !errors.As(err, &exit) {
		return err
	}
	for index := range cases {
		text, err := os.ReadFile(name(index))
		if err != nil {
			return err
		}
		if string(text) != cases[index].Text {
			cases[index].Formatted = string(text)
		}
	}
	return nil
}
