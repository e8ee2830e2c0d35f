10 DIM A("X")
