#ifndef HEAD_H
#define HEAD_H
#define GREETING "from the header"
#endif
