package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
)

// workerCommand starts a process that answers for the reference. The reference reads the environment and
// the current directory, which a process has once, so that each core needs a process of its own.
const workerCommand = "answer-requests"

// An answer is what a program printed for a case, or why it failed.
type answer struct {
	Text  string `json:"text,omitempty"`
	Error string `json:"error,omitempty"`
}

func (a answer) failed() bool { return a.Error != "" }

// answerRequests reads cases from the standard input, and writes the reference's answers.
func answerRequests() error {
	requests := json.NewDecoder(os.Stdin)
	responses := json.NewEncoder(os.Stdout)
	var err error
	if os.Stdin, err = os.Open(os.DevNull); err != nil {
		return err
	}
	if os.Stdout, err = os.OpenFile(os.DevNull, os.O_WRONLY, 0); err != nil {
		return err
	}
	for {
		var one bakeCase
		if err := requests.Decode(&one); err != nil {
			if errors.Is(err, io.EOF) {
				return nil
			}
			return err
		}
		if err := responses.Encode(answerCase(one)); err != nil {
			return err
		}
	}
}

// answerCase returns the reference's answer, in the folder and the environment of the case.
func answerCase(one bakeCase) answer {
	if err := os.Chdir(one.Folder); err != nil {
		return answer{Error: err.Error()}
	}
	os.Clearenv()
	for _, variable := range one.Environment {
		name, value, _ := strings.Cut(variable, "=")
		if err := os.Setenv(name, value); err != nil {
			return answer{Error: err.Error()}
		}
	}
	text, err := reference(one.Arguments)
	if err != nil {
		return answer{Error: fmt.Sprint("failed: ", err)}
	}
	return answer{Text: string(text)}
}

// A worker is a process that answers for the reference.
type worker struct {
	process  *exec.Cmd
	requests *json.Encoder
	answers  *json.Decoder
	input    io.Closer
}

// ask returns the reference's answer. A crash of the process is a failure of the case.
func (w *worker) ask(one bakeCase) (answer, error) {
	if w.process == nil {
		if err := w.start(); err != nil {
			return answer{}, err
		}
	}
	result := answer{}
	err := w.requests.Encode(one)
	if err == nil {
		err = w.answers.Decode(&result)
	}
	if err != nil {
		w.stop()
		return answer{Error: "the reference crashed: " + err.Error()}, nil
	}
	return result, nil
}

func (w *worker) start() error {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	process := exec.Command(program, workerCommand)
	input, err := process.StdinPipe()
	if err != nil {
		return err
	}
	output, err := process.StdoutPipe()
	if err != nil {
		return err
	}
	if err := process.Start(); err != nil {
		return err
	}
	*w = worker{process, json.NewEncoder(input), json.NewDecoder(bufio.NewReader(output)), input}
	return nil
}

func (w *worker) stop() {
	if w.process != nil {
		w.input.Close()
		w.process.Wait()
		w.process = nil
	}
}
