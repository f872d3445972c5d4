# SYNTAX TEST "source.hcl.hcldyn" "comments, attributes and blocks"

# one
# <--- comment.line.number-sign.hcl
// two
# <--- comment.line.double-slash.hcl
/* three
# <--- comment.block.hcl
four */ a = 1
# <--- comment.block.hcl
#       ^ variable.other.property.hcl
#         ^ keyword.operator.assignment.hcl
#           ^ constant.numeric.hcl
größe-2 = true # five
# <------- variable.other.property.hcl
#         ^^^^ constant.language.hcl
#              ^^^^^^ comment.line.number-sign.hcl

service "web" eu-1 {
# <------- entity.name.type.block.hcl
#       ^^^^^ variable.other.enummember.label.hcl
#             ^^^^ variable.other.enummember.label.hcl
#                  ^ punctuation.section.block.begin.hcl
  port = 80
# ^^^^ meta.block.hcl meta.attribute.hcl variable.other.property.hcl
  check { path = "/" }
# ^^^^^ entity.name.type.block.hcl
#         ^^^^ variable.other.property.hcl
#                ^^^ string.quoted.double.hcl
#                    ^ punctuation.section.block.end.hcl
}
# <- punctuation.section.block.end.hcl
label"a \" b"{}
# <----- entity.name.type.block.hcl
#    ^^^^^^^^ variable.other.enummember.label.hcl
for = if
# <--- variable.other.property.hcl
#     ^^ variable.other.readwrite.hcl
