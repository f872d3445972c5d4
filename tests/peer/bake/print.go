package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/containerd/platforms"
	"github.com/docker/buildx/bake"
	"github.com/docker/buildx/util/urlutil"
	"github.com/spf13/pflag"
)

// definition is the printed document.
type definition struct {
	Groups  map[string]*bake.Group  `json:"group,omitempty"`
	Targets map[string]*bake.Target `json:"target"`
}

// options are the arguments of `buildx bake --print` that the program has, too.
type options struct {
	files     []string
	overrides []string
	variables []string
	targets   []string
}

// parseOptions reads the arguments, with flags before, between and after the targets.
func parseOptions(args []string) (*options, error) {
	o := &options{}
	flags := pflag.NewFlagSet("print", pflag.ContinueOnError)
	flags.SetOutput(&bytes.Buffer{})
	flags.StringArrayVarP(&o.files, "file", "f", nil, "")
	flags.StringArrayVar(&o.overrides, "set", nil, "")
	flags.StringArrayVar(&o.variables, "var", nil, "")
	if err := flags.Parse(args); err != nil {
		return nil, err
	}
	o.targets = flags.Args()
	return o, nil
}

// variableValues returns the values that `--var` sets.
func (o *options) variableValues() (map[string]string, error) {
	values := map[string]string{}
	for _, variable := range o.variables {
		if variable == "" {
			continue
		}
		name, value, found := strings.Cut(variable, "=")
		if !found || name == "" {
			return nil, fmt.Errorf("invalid variable %q, expected name=value", variable)
		}
		values[name] = value
	}
	return values, nil
}

// fileNames returns the files of `-f`, or those that the environment lists.
func (o *options) fileNames() ([]string, error) {
	listed, found := os.LookupEnv("BUILDX_BAKE_FILE")
	if len(o.files) > 0 || !found {
		return o.files, nil
	}
	separator := os.Getenv("BUILDX_BAKE_PATH_SEPARATOR")
	if separator == "" {
		separator = string(os.PathListSeparator)
	}
	var names []string
	for name := range strings.SplitSeq(listed, separator) {
		name = strings.TrimSpace(name)
		if name == "" {
			continue
		}
		if _, err := os.Stat(name); err != nil && name != "-" {
			return nil, err
		}
		names = append(names, name)
	}
	return names, nil
}

// readFiles reads the files that define the build.
func (o *options) readFiles() ([]bake.File, error) {
	names, err := o.fileNames()
	if err != nil {
		return nil, err
	}
	for i, name := range names {
		names[i] = strings.TrimPrefix(name, "cwd://")
	}
	files, err := bake.ReadLocalFiles(names, os.Stdin, nil)
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, errors.New("couldn't find a bake definition")
	}
	return files, nil
}

// parseSettings returns the parser's settings that the environment selects.
func parseSettings() (bake.ParseOpt, error) {
	settings := bake.ParseOpt{}
	relative := strings.TrimSpace(os.Getenv("BUILDX_BAKE_FILE_RELATIVE_PATHS"))
	if relative == "" {
		return settings, nil
	}
	var err error
	settings.FileRelativePaths, err = strconv.ParseBool(relative)
	return settings, err
}

// reference returns what `buildx bake --print` prints for the arguments, in the current directory and
// environment, before buildx checks the conditions on a build and shortens paths.
func reference(args []string) (text []byte, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("panic: %v", cause)
		}
	}()
	o, err := parseOptions(args)
	if err != nil {
		return nil, err
	}
	targets := slices.Clone(o.targets)
	if len(targets) == 0 {
		targets = []string{"default"}
	}
	if urlutil.IsRemoteURL(targets[0]) {
		return nil, errors.New("remote definitions need an engine")
	}
	files, err := o.readFiles()
	if err != nil {
		return nil, err
	}
	values, err := o.variableValues()
	if err != nil {
		return nil, err
	}
	settings, err := parseSettings()
	if err != nil {
		return nil, err
	}
	builtin := map[string]string{
		"BAKE_CMD_CONTEXT":    "cwd://",
		"BAKE_LOCAL_PLATFORM": platforms.Format(platforms.DefaultSpec()),
	}
	found, groups, err := bake.ReadTargets(context.Background(), files, targets, o.overrides, builtin, values,
		&bake.EntitlementConf{}, settings)
	if err != nil {
		return nil, err
	}
	return json.MarshalIndent(definition{groups, found}, "", "  ")
}
