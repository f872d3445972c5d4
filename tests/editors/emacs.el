;;; emacs.el --- Emacs with eglot and the settings of docs/editors.md  -*- lexical-binding: t -*-

;;; Commentary:

;; Runs in a copy of the folder `project'.  Prints what its user sees.

;;; Code:

(require 'package)
(package-initialize)
(require 'cl-lib)
(require 'eglot)
(require 'flymake)

(defconst patience 30 "The seconds after which a missing answer is an error.")

(defun wait-for (what condition)
  "Wait until CONDITION returns a value, and return it; fail without WHAT."
  (let ((deadline (+ (float-time) patience)) value)
    (while (not (setq value (funcall condition)))
      (when (> (float-time) deadline) (error "No %s" what))
      (accept-process-output nil 0.02))
    value))

(defun print-lines (text)
  "Print TEXT with a line break at its end."
  (princ (replace-regexp-in-string "[ \t]+$" "" (string-trim-right (substring-no-properties text))))
  (terpri))

(defun configure (page)
  "Run the first Emacs Lisp in PAGE."
  (with-temp-buffer
    (insert-file-contents page)
    (search-forward "```elisp\n")
    (let ((start (point)))
      (search-forward "\n```")
      (narrow-to-region start (match-beginning 0))
      (eval-buffer))))

(defun open (name)
  "Open the file NAME, and wait until the server is attached to it."
  (find-file (expand-file-name name))
  (unless (eglot-managed-p) (call-interactively #'eglot))
  (wait-for "server" #'eglot-managed-p))

(defun to (line column)
  "Move to LINE and COLUMN."
  (goto-char (point-min))
  (forward-line (1- line))
  (forward-char (1- column)))

(defun diagnostics ()
  "Print the diagnostics of the configuration."
  (open "app.hcl")
  (flymake-start)
  (dolist (it (sort (wait-for "diagnostics" #'flymake-diagnostics)
                    (lambda (a b) (< (flymake-diagnostic-beg a) (flymake-diagnostic-beg b)))))
    (goto-char (flymake-diagnostic-beg it))
    (princ (format "%d:%d: " (line-number-at-pos) (1+ (current-column))))
    (print-lines (flymake-diagnostic-text it))))

(defun hover ()
  "Print the description of an attribute."
  (to 4 3)
  (let ((answer (jsonrpc-request (eglot-current-server) :textDocument/hover
                                 (eglot--TextDocumentPositionParams))))
    (print-lines (eglot--hover-info (plist-get answer :contents) nil))))

(defun completion-in-broken-text ()
  "Print the completions in a block that is not closed."
  (goto-char (point-max))
  (insert "\nservice \"db\" {\n  port = 1 +\n  si")
  (pcase-let ((`(,start ,end ,table . ,_) (eglot-completion-at-point)))
    (dolist (it (all-completions (buffer-substring start end) table)) (print-lines it)))
  (revert-buffer t t t))

(defun renaming-across-files ()
  "Print files after a renaming."
  (open "main.hcl")
  (to 1 18)
  ;; The server reads the files of the folder after its start.
  (wait-for "references"
            (lambda ()
              (= 3 (length (jsonrpc-request
                            (eglot-current-server) :textDocument/references
                            (append (eglot--TextDocumentPositionParams)
                                    '(:context (:includeDeclaration t))))))))
  ;; Eglot asks before it changes files that are not open.
  (cl-letf (((symbol-function 'y-or-n-p) (lambda (_) t))) (eglot-rename "area"))
  (print-lines (buffer-string))
  (print-lines (with-current-buffer (find-file-noselect "variables.hcl") (buffer-string))))

(defun formatting ()
  "Print a file after it is formatted."
  (open "layout.hcl")
  (eglot-format-buffer)
  (print-lines (buffer-string)))

(setq eglot-sync-connect t
      eglot-connect-timeout patience
      eglot-autoshutdown nil
      make-backup-files nil
      inhibit-message t)
(configure (getenv "PAGE"))
(pcase-dolist (`(,name . ,step)
               '(("diagnostics" . diagnostics)
                 ("hover over port" . hover)
                 ("completion in broken text" . completion-in-broken-text)
                 ("renaming across files" . renaming-across-files)
                 ("formatting" . formatting)))
  (princ (format "== %s\n" name))
  (funcall step))
(eglot-shutdown (eglot-current-server))
(kill-emacs 0)

;;; emacs.el ends here
