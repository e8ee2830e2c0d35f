10 PRINT LEFT$("",1);"]"
