10 PRINT RIGHT$("",9);"]"
