10 PRINT LEFT$("",9);"]"
