#include "models.h"
void
test_option(void)
{
}
