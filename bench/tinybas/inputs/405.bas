10 READ A$,B$
20 PRINT A$;"]";B$
30 DATA "","Q"
