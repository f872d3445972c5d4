a=1
longer   = [1,2]
block   "x"   {
b = upper( "y" )
}
