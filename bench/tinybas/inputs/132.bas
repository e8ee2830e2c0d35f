10 PRINT LEFT$("A",0);"]"
