# SYNTAX TEST "source.hcl.hcldyn" "strings, heredocs and their sequences"

a = "x\n\u00e9\q $${no} ${ yes } %{ if c }t%{ else }e%{ endif ~}"
#   ^ string.quoted.double.hcl punctuation.definition.string.begin.hcl
#    ^ string.quoted.double.hcl
#     ^^ constant.character.escape.hcl
#       ^^^^^^ constant.character.escape.hcl
#             ^^ invalid.illegal.escape.hcl
#                ^^^ constant.character.escape.hcl
#                   ^^^ string.quoted.double.hcl - variable.other.readwrite.hcl
#                       ^^ punctuation.section.embedded.begin.hcl
#                          ^^^ meta.embedded.interpolation.hcl variable.other.readwrite.hcl
#                              ^ punctuation.section.embedded.end.hcl
#                                   ^^ keyword.control.hcl
#                                      ^ variable.other.readwrite.hcl
#                                             ^^^^ keyword.control.hcl
#                                                       ^^^^^ keyword.control.hcl
#                                                             ^^ punctuation.section.embedded.end.hcl
b = "${f("nested ${x}", {
#        ^^^^^^^^ string.quoted.double.hcl string.quoted.double.hcl
#                  ^ variable.other.readwrite.hcl
  y = 1
# ^ variable.other.property.hcl
})}!"
#  ^ string.quoted.double.hcl
c = "not closed
#   ^^^^^^^^^^^ string.quoted.double.hcl
d = <<-EOT
# <- variable.other.property.hcl
#   ^^^^^^ string.unquoted.heredoc.hcl punctuation.definition.string.begin.hcl
  text \n ${x.y} EOT
# ^^^^ string.unquoted.heredoc.hcl
#      ^^ string.unquoted.heredoc.hcl - constant.character.escape.hcl
#             ^ variable.other.property.hcl
#                ^^^ string.unquoted.heredoc.hcl - punctuation.definition.string.end.hcl
  %{ for k, v in m ~}
#    ^^^ keyword.control.hcl
#        ^ variable.parameter.hcl
#           ^ variable.parameter.hcl
#             ^^ keyword.control.hcl
#                ^ variable.other.readwrite.hcl
  %{ endfor }
#    ^^^^^^ keyword.control.hcl
  EOT
# ^^^ punctuation.definition.string.end.hcl
e = f(<<A
#   ^ entity.name.function.hcl
A
# <- punctuation.definition.string.end.hcl
, g)
# ^ variable.other.readwrite.hcl
h = 1
# <- variable.other.property.hcl
