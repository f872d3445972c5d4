# SYNTAX TEST "source.hcl.hcldyn" "expressions"

a = 1.5e-3 + -x.y.0.1[2].z
#   ^^^^^^ constant.numeric.hcl
#          ^ keyword.operator.hcl
#            ^ keyword.operator.hcl
#             ^ variable.other.readwrite.hcl
#              ^ punctuation.accessor.hcl
#               ^ variable.other.property.hcl
#                 ^^^ constant.numeric.hcl
#                     ^ constant.numeric.hcl
#                        ^ variable.other.property.hcl
b = list.*.name == null ? max(xs...) : net::ip(c)
#        ^ keyword.operator.splat.hcl
#          ^^^^ variable.other.property.hcl
#               ^^ keyword.operator.hcl
#                  ^^^^ constant.language.hcl
#                       ^ keyword.operator.hcl
#                         ^^^ entity.name.function.hcl
#                             ^^ variable.other.readwrite.hcl
#                               ^^^ keyword.operator.hcl
#                                    ^ punctuation.separator.hcl
#                                      ^^^^^^^ entity.name.function.hcl
#                                              ^ variable.other.readwrite.hcl
c = nullable && truest || x.null
#   ^^^^^^^^ variable.other.readwrite.hcl
#               ^^^^^^ variable.other.readwrite.hcl
#                           ^^^^ variable.other.property.hcl
d = [
  for k, v in m : k if v != "x"
# ^^^ keyword.control.hcl
#     ^ variable.parameter.hcl
#        ^ variable.parameter.hcl
#          ^^ keyword.control.hcl
#             ^ variable.other.readwrite.hcl
#                 ^ variable.other.readwrite.hcl
#                   ^^ keyword.control.hcl
#                      ^ variable.other.readwrite.hcl
]
e = { for v in [1, x] : v => v ? a : b }
#     ^^^ keyword.control.hcl
#         ^ variable.parameter.hcl
#           ^^ keyword.control.hcl
#                  ^ variable.other.readwrite.hcl
#                         ^^ keyword.operator.hcl
#                                ^ variable.other.readwrite.hcl
f = {
  key   = x ? y : z
# ^^^ variable.other.property.hcl
#         ^ variable.other.readwrite.hcl
#             ^ variable.other.readwrite.hcl
  other : 1, (w) = 2, "q" = 3, last = v
# ^^^^^ variable.other.property.hcl
#             ^ variable.other.readwrite.hcl
#                     ^^^ string.quoted.double.hcl
#                              ^^^^ variable.other.property.hcl
#                                     ^ variable.other.readwrite.hcl
  equal == w
# ^^^^^ variable.other.readwrite.hcl
}
g = 1
# <- variable.other.property.hcl
