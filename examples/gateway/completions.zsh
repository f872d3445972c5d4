# Prints the words that zsh offers for a line: $1 is the completion script, $2 the line. Completions exist only in an
# interactive shell, which runs in a terminal of its own.
zmodload zsh/zpty
zpty shell 'TERM=dumb zsh -f -i'
zpty -w shell "PS1=; autoload -Uz compinit; compinit -u -D; source ${(q)1}"'
compadd() {
  case " $* " in
    *" -O "*|*" -A "*|*" -D "*) builtin compadd "$@" ;;
    *) local -a words; builtin compadd -A words "$@"; print "\n""offered": $words ;;
  esac
}
finish() { exit }
comppostfuncs=(finish)
bindkey "^I" complete-word'
zpty -w -n shell "$2"$'\t'
while zpty -r shell text; do print -rn -- $text; done
