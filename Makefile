# culprit - `make demo` shows the main job, `make check` passes all tests;
# both install what is missing. See README.md.

ifeq ($(origin CC),default)
CC      := gcc
endif
BUILD   ?= build
PREFIX  ?= /usr/local
JOBS    ?= $(shell nproc)
LLVM    := /usr/lib/llvm-19
CLANG   := $(LLVM)/bin/clang

WARN := -std=c17 -pedantic -Wall -Wextra -Wshadow -Wstrict-prototypes \
        -Wmissing-prototypes -Wwrite-strings -Wcast-qual -Wundef -Wvla \
        -Wformat=2 -Wimplicit-fallthrough -Wswitch-enum -Wconversion
OPT     ?= -O2 -g
CPPFLAGS := -Isrc -D_GNU_SOURCE -isystem $(LLVM)/include \
        -isystem /usr/include/suitesparse
CFLAGS  := $(WARN) $(OPT) $(EXTRA)
LIBS    := -L$(LLVM)/lib -lLLVM-19 -lelf -lzstd -lxxhash -lklu -lamd -lcolamd \
        -lbtf -lsuitesparseconfig -lsqlite3 -ljansson -lz3 -lz -lm
CC_LIBS := -lelf -lzstd -lxxhash -lm

# Rooms, in the order data moves; runtime/ is built for the program under test.
ROOMS   := base format cc image program php variant process history suite run spectrum \
        trace solve \
        explore session cause path find report bench cmd
TESTS   := $(foreach r,$(ROOMS) runtime,$(wildcard src/$(r)/*_test.c))
SOURCES := $(filter-out $(TESTS),$(foreach r,$(ROOMS),$(wildcard src/$(r)/*.c)))
OBJECTS := $(SOURCES:src/%.c=$(BUILD)/obj/%.o)
# The compiler wrapper starts once per file of a build: it links no LLVM.
CC_OBJECTS := $(filter $(BUILD)/obj/base/% $(BUILD)/obj/format/% \
        $(BUILD)/obj/cc/%,$(OBJECTS)) $(BUILD)/obj/main_cc.o
ALL     := $(wildcard src/*/*.[ch] src/*.c)
HOST_FILES := $(wildcard src/php/host/*.[ch])
UNIT    := $(TESTS:src/%.c=$(BUILD)/unit/%)
RESOURCES := $(addprefix $(BUILD)/lib/culprit/,stub.o empty.o entry.o libprofile.a libtrace.a \
        libmutate.a libconcolic.a models.bc)

# The host of PHP applications, where PHP's library is installed; culprit works
# without it.
PHP_CONFIG := $(shell sh tools/php.sh)
PHP_LIB := $(firstword $(wildcard /usr/lib/libphp8.2.so /usr/lib/*/libphp8.2.so))
GUMBO   := $(if $(wildcard /usr/include/gumbo.h),gumbo,none)
ifneq ($(and $(PHP_CONFIG),$(PHP_LIB)),)
RESOURCES += $(addprefix $(BUILD)/lib/culprit/,culprit-php compat.php database.php)
endif

.PHONY: all deps check-deps demo check unit bench bench-html lint werror \
        sanitize fuzz fuzzers tools-only units-only man install install-files \
        clean golden-update
.DELETE_ON_ERROR:
.SECONDARY:

# `make V=1` shows the commands.
Q       := $(if $(V),,@)
SAY      = $(if $(V),@:,@echo "  $(1)")

all: deps
	@$(MAKE) --no-print-directory -j$(JOBS) $(BUILD)/culprit $(BUILD)/culprit-cc $(RESOURCES)

deps:
	@sh tools/deps.sh
check-deps:
	@sh tools/deps.sh --check-too

$(BUILD)/culprit: $(BUILD)/obj/main.o $(BUILD)/obj/commit.o $(BUILD)/libculprit.a
	$(call SAY,LINK $@)
	$(Q)$(CC) $(CFLAGS) -o $@ $^ $(LIBS)

$(BUILD)/culprit-cc: $(CC_OBJECTS)
	$(call SAY,LINK $@)
	$(Q)$(CC) $(CFLAGS) -o $@ $^ $(CC_LIBS)

$(BUILD)/libculprit.a: $(OBJECTS)
	@rm -f $@
	$(call SAY,AR $@)
	$(Q)ar rcs $@ $^

$(BUILD)/obj/%.o: src/%.c
	@mkdir -p $(@D)
	$(call SAY,CC $<)
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c -o $@ $<

# The commit is in one object, which is made anew when the commit is another.
# Only culprit has it. In the library it is unknown: else each commit would link
# all unit tests again.
COMMIT  := $(shell git describe --always --dirty 2>/dev/null || echo unknown)
$(shell mkdir -p $(BUILD); echo '$(COMMIT)' | cmp -s - $(BUILD)/commit || \
        echo '$(COMMIT)' >$(BUILD)/commit)
$(BUILD)/obj/commit.o: CPPFLAGS += -DCULPRIT_COMMIT='"$(COMMIT)"'
$(BUILD)/obj/commit.o: src/base/version.c $(BUILD)/commit
	@mkdir -p $(@D)
	$(call SAY,CC $<)
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/obj/report/html_embed.o: $(wildcard src/report/html/*)

# Linked into programs under test: our own compiler, no sanitizers, no debug.
RT_FLAGS := $(WARN) -Wno-pedantic -O2 -fPIC -ffreestanding -fno-stack-protector \
        -fvisibility=hidden -Isrc -D_GNU_SOURCE
$(BUILD)/lib/culprit/%.o: src/runtime/%.c
	@mkdir -p $(@D)
	$(call SAY,CC $<)
	$(Q)$(CLANG) $(RT_FLAGS) -MMD -MP -c -o $@ $<
$(BUILD)/lib/culprit/libprofile.a: $(addprefix $(BUILD)/rt/,profile.o cuts.o starts.o serve.o checks.o)
	$(call SAY,AR $@)
	$(Q)ar rcs $@ $^
$(BUILD)/lib/culprit/libmutate.a: $(addprefix $(BUILD)/rt/,mutate.o uncounted.o serve.o checks.o)
	$(call SAY,AR $@)
	$(Q)ar rcs $@ $^
$(BUILD)/lib/culprit/libtrace.a: $(addprefix $(BUILD)/rt/,trace.o trace_effects.o trace_signal.o alter.o checks.o \
        checks_jump.o)
	$(call SAY,AR $@)
	$(Q)ar rcs $@ $^
$(BUILD)/lib/culprit/libconcolic.a: $(patsubst src/runtime/%.c,$(BUILD)/rt/%.o,\
        $(wildcard src/runtime/concolic*.c src/runtime/alter.c \
        src/runtime/serve.c src/runtime/uncounted.c src/runtime/checks*.c))
	$(call SAY,AR $@)
	$(Q)rm -f $@ && ar rcs $@ $^
# Models of libc: bitcode, to be instrumented like the program. No tables in
# place of switches, no calls made of loops, no inline functions of headers.
MODEL_FLAGS := $(WARN) -Wno-pedantic -Wno-missing-prototypes -Wno-switch-enum \
        -Wno-format-nonliteral -O1 -g0 -fno-builtin -fno-inline-functions -fno-vectorize \
        -fno-slp-vectorize -fno-unroll-loops -fno-jump-tables -fno-math-errno \
        -fno-stack-protector -fvisibility=hidden -Isrc -D_GNU_SOURCE \
        -D__NO_INLINE__
$(BUILD)/lib/culprit/models.bc: $(patsubst src/runtime/models/%.c,$(BUILD)/rt/models/%.bc,\
        $(wildcard src/runtime/models/*.c))
	$(call SAY,LINK $@)
	$(Q)$(LLVM)/bin/llvm-link -o $@ $^
$(BUILD)/rt/models/%.bc: src/runtime/models/%.c
	@mkdir -p $(@D)
	$(call SAY,CC $<)
	$(Q)$(CLANG) $(MODEL_FLAGS) -emit-llvm -MMD -MP -c -o $@ $<
$(BUILD)/rt/%.o: src/runtime/%.c
	@mkdir -p $(@D)
	$(call SAY,CC $<)
	$(Q)$(CLANG) $(RT_FLAGS) -MMD -MP -c -o $@ $<

# The host: our own code on PHP's headers, which are not to be judged.
HOST_SOURCES := $(filter-out src/php/host/markup_%.c,$(wildcard src/php/host/*.c)) \
        src/php/host/markup_$(GUMBO).c
HOST_OBJECTS := $(HOST_SOURCES:src/%.c=$(BUILD)/obj/%.o)
HOST_FLAGS = $(patsubst -I%,-isystem %,$(shell $(PHP_CONFIG) --includes)) \
        -Wno-pedantic -Wno-shadow
$(HOST_OBJECTS): CPPFLAGS += $(HOST_FLAGS)
$(BUILD)/lib/culprit/culprit-php: $(HOST_OBJECTS) $(BUILD)/rt/serve.o $(BUILD)/libculprit.a
	@mkdir -p $(@D)
	$(call SAY,LINK $@)
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) -rdynamic -o $@ $^ \
	    $(if $(findstring sanitize,$(OPT)),test/oracle/dlopen.c) $(PHP_LIB) -lxxhash -lzstd -lm -ldl \
	    $(if $(filter gumbo,$(GUMBO)),-lgumbo)

$(BUILD)/lib/culprit/%.php: src/php/%.php
	@mkdir -p $(@D)
	$(Q)cp $< $@

$(BUILD)/unit/%: $(BUILD)/obj/%.o $(BUILD)/libculprit.a
	@mkdir -p $(@D)
	$(call SAY,LINK $@)
	$(Q)$(CC) $(CFLAGS) -o $@ $^ -lcmocka $(LIBS)

# Tests of the runtime include its source, and are compiled as it is.
$(BUILD)/obj/runtime/%_test.o: src/runtime/%_test.c
	@mkdir -p $(@D)
	$(call SAY,CC $<)
	$(Q)$(CLANG) $(RT_FLAGS) $(EXTRA) -g -MMD -MP -c -o $@ $<

$(BUILD)/html-synthetic: test/html/synthetic.c $(BUILD)/libculprit.a
	$(call SAY,CC $<)
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) -o $@ $^ $(LIBS)
bench-html: $(BUILD)/html-synthetic
	@sh test/html/bench.sh $(BUILD)

$(BUILD)/inprocess: test/inprocess/main.c $(BUILD)/libculprit.a
	$(call SAY,CC $<)
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) -o $@ $^ $(LIBS)

$(BUILD)/altered-oracle: test/oracle/altered.c $(BUILD)/libculprit.a
	$(call SAY,CC $<)
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) -o $@ $^ $(LIBS)

$(BUILD)/bench-synthetic: tools/bench/synthetic.c $(BUILD)/libculprit.a
	$(CC) $(CPPFLAGS) $(CFLAGS) -o $@ $^ $(LIBS)
$(BUILD)/rerun: tools/bench/rerun.c $(BUILD)/libculprit.a
	$(call SAY,CC $<)
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) -o $@ $^ $(LIBS)
bench: all $(BUILD)/bench-synthetic $(BUILD)/html-synthetic
	@sh tools/bench/run.sh $(BUILD)

# What the cases of test/golden use besides the tools.
TEST_PROGRAMS := $(addprefix $(BUILD)/,inprocess altered-oracle html-synthetic bench-synthetic)
unit: check-deps
	@$(MAKE) --no-print-directory -j$(JOBS) $(UNIT)
	@sh test/run.sh $(BUILD) unit

# All tests, or those that ONLY names: `make check ONLY=cause/two-faults`, a
# group (ONLY=cause), unit tests of a room (ONLY=unit/suite), several of these
# (ONLY='find/* unit'). TIMES=1 lists the dearest; CASE_TIME is how long one may
# take. See test/README.md.
check: check-deps
	@$(MAKE) --no-print-directory -j$(JOBS) tools-only units-only
	@set -f; JOBS=$(JOBS) TIMES=$(TIMES) CASE_TIME=$(CASE_TIME) \
	    sh test/run.sh $(BUILD) $(ONLY)

demo: all
	@sh examples/demo.sh $(BUILD)

# Needs pandoc; `make install` installs the pages if they were made.
man: all
	@sh tools/man.sh $(BUILD)

MAN     := $(DESTDIR)$(PREFIX)/share/man
# Completion scripts, where the shells look for them; the folder is the shell's.
COMPLETIONS := bash-completion/completions/culprit zsh/site-functions/_culprit \
        fish/vendor_completions.d/culprit.fish
SHELL_OF = $(firstword $(subst -, ,$(subst /, ,$1)))
install: all
	@$(MAKE) --no-print-directory install-files
install-files:
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/lib/culprit
	install $(BUILD)/culprit $(BUILD)/culprit-cc $(DESTDIR)$(PREFIX)/bin
	install -m 644 $(RESOURCES) $(DESTDIR)$(PREFIX)/lib/culprit
	for host in $(filter %/culprit-php,$(RESOURCES)); do \
	    chmod 755 $(DESTDIR)$(PREFIX)/lib/culprit/culprit-php || exit; done
	@for page in $(wildcard $(BUILD)/man/*.[15]); do \
	    install -D -m 644 "$$page" "$(MAN)/man$${page##*.}/$${page##*/}" || exit; done
	install -d $(addprefix $(DESTDIR)$(PREFIX)/share/,$(dir $(COMPLETIONS)))
	$(foreach c,$(COMPLETIONS),$(BUILD)/culprit help --completion $(call SHELL_OF,$c) \
	    >$(DESTDIR)$(PREFIX)/share/$c &&) true

# What CI does besides `make check`; each has a build directory of its own.
TIDY    := $(LLVM)/bin/clang-tidy
lint: check-deps
	sh tools/layers.sh
	sh tools/structs.sh
	@$(LLVM)/bin/clang-format --dry-run -Werror $(ALL) $(HOST_FILES)
	printf '%s\n' $(filter-out src/runtime/% %_test.c,$(filter %.c,$(ALL))) | \
	    xargs -P 2 -I FILE $(TIDY) --quiet FILE -- $(CPPFLAGS) -std=c17
	$(if $(PHP_CONFIG),printf '%s\n' $(HOST_SOURCES) | \
	    xargs -P 2 -I FILE $(TIDY) --quiet FILE -- $(CPPFLAGS) $(HOST_FLAGS) -std=c17)
werror: check-deps
	@for cc in gcc $(CLANG); do $(MAKE) --no-print-directory -j$(JOBS) CC=$$cc EXTRA=-Werror \
	    BUILD=build-$$(basename $$cc) tools-only units-only || exit; done
SAN := -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=undefined
SANITIZED := unit profile/endings* profile/tail dump/errors rank/errors */usage help dump rank pairs \
        depend/count depend/mid report bench/short run
# PHP's own memory is the system's there, so that all of it is watched; its
# library is not made to be free of leaks.
SANITIZED_PHP := php/features php/html-kinds php/requests php/state php/minimize php/phpunit php/database
sanitize: check-deps
	@$(MAKE) --no-print-directory -j$(JOBS) BUILD=build-san OPT='$(SAN)' tools-only units-only
	@set -f; sh test/run.sh build-san $(SANITIZED)
	@ASAN_OPTIONS=detect_leaks=0 USE_ZEND_ALLOC=0 sh test/run.sh build-san $(SANITIZED_PHP)
# 20 s each; FUZZ_SECONDS=3600 for a long night.
FUZZ_SECONDS ?= 20
FUZZERS := $(patsubst test/fuzz/%.c,build-fuzz/fuzz/%,$(wildcard test/fuzz/*.c))
FUZZ_OPT := -O1 -g -fsanitize=address,undefined,fuzzer-no-link
fuzz: check-deps
	@$(MAKE) --no-print-directory -j$(JOBS) CC=$(CLANG) BUILD=build-fuzz OPT='$(FUZZ_OPT)' fuzzers
	@sh test/fuzz.sh build-fuzz $(FUZZ_SECONDS)
fuzzers: $(FUZZERS)
build-fuzz/fuzz/%: test/fuzz/%.c $(BUILD)/libculprit.a
	@mkdir -p $(@D)
	$(call SAY,LINK $@)
	$(Q)$(CLANG) $(CPPFLAGS) $(CFLAGS) -fsanitize=address,undefined,fuzzer -o $@ $^ $(LIBS)
tools-only: $(BUILD)/culprit $(BUILD)/culprit-cc $(RESOURCES)
units-only: $(UNIT) $(TEST_PROGRAMS)

# Rewrite expected outputs that differ, and show how they do; ONLY as above.
golden-update: all $(BUILD)/inprocess
	@set -f; UPDATE=1 sh test/run.sh $(BUILD) $(ONLY)

clean:
	rm -rf $(BUILD) build-*

-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)
