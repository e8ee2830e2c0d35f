10 A$="X":B$="Y"
20 SWAP A$,B$
30 PRINT A$;B$
