10 PRINT LEFT$("",0);"]"
