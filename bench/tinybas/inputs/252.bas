10 X$="A"
20 X$=X$+X$+"B"
30 X$=X$+X$
40 PRINT X$;LEN(X$)
