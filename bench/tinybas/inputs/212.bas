10 PRINT X;X$;"."
