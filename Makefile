# 'make demo' shows what upright does, 'make test' tests it. Both first install missing Debian packages.

SECONDS ?= 60
FUZZ ?=
PREFIX ?= /usr/local
DESTDIR ?=
SWIFT ?= swift
CLANG ?= clang
export SWIFT

release := .build/release
static := .build/static
foundation := $(abspath .build/foundation/FoundationEssentials.o)
# Stand for FoundationEssentials, and for parts of libraries that the program never calls or must not contain.
stand_ins := $(foundation) $(foreach part,tasks names jbig demosaics,$(abspath .build/no-$(part).o))
# Makes the binary a third smaller. No other program links to functions of the program, so it needs no table of them, and
# the linker removes those that the program doesn't call and merges equal ones. tools/link-sparingly leaves out unwind
# tables.
small := $(addprefix -Xswiftc ,-Xfrontend -internalize-at-link -Xfrontend -function-sections -I$(dir $(foundation)) \
  -Xclang-linker --ld-path=$(abspath tools/link-sparingly)) \
  $(addprefix -Xlinker ,--no-export-dynamic --icf=all -O2 $(stand_ins))
# Without these, the stripped binary has hashes of the folder in which it is built.
unhashed := -Xfrontend -disable-incremental-llvm-codegen
reproducible := $(foreach flag,$(unhashed),-Xswiftc $(flag)) -Xlinker --build-id=none
# Links all libraries into the binary, except the C library, which loads others on demand. libtiff needs the
# libraries in the last line.
release_flags := -c release --disable-local-rpath --static-swift-stdlib $(reproducible) -Xswiftc -use-ld=lld \
  -Xswiftc -Xclang-linker -Xswiftc -static-libgcc $(small) \
  $(foreach name,Lerc zstd lzma deflate webp,-Xlinker -l$(name))
# SwiftPM's caches would keep the commit of an earlier build. Tests compare the commits of two binaries.
uncached := --manifest-cache none --disable-build-manifest-caching
release_build = PKG_CONFIG_PATH=$(abspath $(static)) UPRIGHT_LIBRARIES="$$(tools/static-libraries --builds)" \
  $(SWIFT) build $(uncached) $(release_flags)
# Links the shared C library, because the fault library of the torture must be loaded before it.
torture := .build/torture
torture_flags := -c release --static-swift-stdlib --scratch-path $(torture)
man_page := .build/manual/upright.1
completions := .build/completions
packages := .build/packages
# lld writes here which archives the binary has parts of.
linked_archives := $(abspath .build)/linked-archives.tsv

.DELETE_ON_ERROR:
.PHONY: help dependencies build test test-integration torture fuzz bench bench-quick demo samples figure \
  hdr-figure preview-figure man completions install uninstall packages format lint clean

help:
	@echo "make demo         draw sample pictures and make thumbnails of them"
	@echo "make test         run all tests"
	@echo "make test-integration  try it with other programs: a browser, loaders, engines, servers, stores"
	@echo "make torture      try for some minutes to break it (SCENARIOS=faults for some, SEED=2 for others)"
	@echo "make fuzz         feed damaged input to each reader: SECONDS=60 each; FUZZ=JobFile for one of them"
	@echo "make bench        measure it against others and its bounds (BENCH='--only fit-512 --runs 3')"
	@echo "make bench-quick  count its instructions on drawn pictures, and compare them with those recorded"
	@echo "make build        a release binary: $(release)/upright"
	@echo "make man          the manual page"
	@echo "make completions  completions for bash, zsh and fish"
	@echo "make install      put binary, manual page and completions below $(PREFIX) (PREFIX=, DESTDIR=)"
	@echo "make uninstall    take them away again"
	@echo "make packages     Debian package, tarball, wheel, OCI image, SBOM and SHA-256 in $(packages)"
	@echo "make samples      draw the sample pictures into examples/samples"
	@echo "make figure       make the README's picture again"
	@echo "make hdr-figure   make the picture about HDR in the docs again"
	@echo "make preview-figure  make the picture of a preview in the docs again"
	@echo "make format       format the sources;  make lint checks that they are"
	@echo "make clean        remove what was built, drawn and made"

dependencies:
	@tools/install-dependencies

build: dependencies $(static) $(stand_ins)
	$(release_build) -Xlinker --print-archive-stats=$(linked_archives) --product upright

$(static): tools/static-libraries
	@tools/static-libraries $@

$(foundation): tools/foundation-essentials.swift
	mkdir -p $(@D)
	$(SWIFT)c -O -wmo -parse-as-library $(unhashed) -module-name FoundationEssentials -emit-object -o $@ \
	  -emit-module -emit-module-path $(@:.o=.swiftmodule) $<

$(abspath .build)/%.o: tools/%.c
	mkdir -p $(@D)
	$(CLANG) -std=c11 -O2 -c -o $@ $<

test: dependencies
	$(SWIFT) build $(uncached) --build-tests
	$(SWIFT) test --skip-build --disable-xctest

# Other programs check the outputs or give the sources: Debian's chromium, Slurm, GNU parallel, nginx and
# OpenStack Swift, and Python packages. These come from PyPI, into a folder outside of the repository.
integration_venv := $(or $(XDG_CACHE_HOME),$(HOME)/.cache)/upright/integration-venv
integration_pip = "$(integration_venv)/bin/pip" install --quiet --disable-pip-version-check
test-integration: build samples
	@tools/install-dependencies integration
	@test -x "$(integration_venv)/bin/python" || python3 -m venv "$(integration_venv)"
	@$(integration_pip) -r Tests/Integration/requirements.txt
	@$(integration_pip) --no-deps -r Tests/Integration/requirements-alone.txt
	$(release_build) --product upright-sign-probe
	UPRIGHT="$(abspath $(release)/upright)" "$(integration_venv)/bin/python" -B -m unittest discover -s Tests/Integration

# Disturbs runs in every way that the torture knows, and removes its files at the end.
SCENARIOS ?=
SEED ?= 1
torture: dependencies
	$(SWIFT) build $(torture_flags) --product upright
	$(SWIFT) build $(torture_flags) --product CFaults
	$(SWIFT) build $(torture_flags) --product upright-torture
	$(torture)/release/upright-torture --seed $(SEED) $(SCENARIOS)

fuzz: dependencies
	@tools/fuzz $(SECONDS) $(FUZZ)

# Compares with programs from Debian, and with packages from PyPI in a folder outside of the repository.
BENCH ?=
bench_venv := $(or $(XDG_CACHE_HOME),$(HOME)/.cache)/upright/bench-venv
bench: build
	@tools/install-dependencies bench
	@test -d "$(or $(UPRIGHT_CORPUS),../shared/corpus)/cameras" || $(MAKE) samples
	@test -x "$(bench_venv)/bin/python" || python3 -m venv "$(bench_venv)"
	@"$(bench_venv)/bin/pip" install --quiet --disable-pip-version-check -r Benchmarks/requirements.txt
	mkdir -p .build/bench
	$(CLANG) -std=c11 -O2 -o .build/bench/floor Benchmarks/floor.c \
	  $$(pkg-config --cflags --libs libjpeg nettle zimg)
	$(CLANG) -std=c11 -O2 -o .build/bench/planes Benchmarks/planes.c \
	  $$(pkg-config --cflags --libs libjpeg)
	$(CLANG) -std=c11 -D_DEFAULT_SOURCE -O2 -o .build/bench/peaks Benchmarks/peaks.c
	$(release_build) --product upright-planes
	"$(bench_venv)/bin/python" Benchmarks/bench.py $(BENCH)

bench-quick: build
	@tools/install-dependencies bench-quick
	$(release_build) --product upright-samples
	@python3 Benchmarks/instructions.py $(BENCH)

samples: dependencies $(static) $(stand_ins)
	$(release_build) --product upright-samples
	$(release)/upright-samples examples/samples

demo: build samples
	$(release)/upright run jobs/thumbnails.yaml
	@echo
	@echo "Sample pictures, stored in every way that cameras know:  examples/samples"
	@echo "Thumbnails, all upright:                                 jobs/out/thumbnails"
	@echo "What was made of what, a line for each:                  jobs/out/thumbnails.manifest.jsonl"

figure: build samples
	$(release)/upright run docs/images/journey.yaml
	$(release)/upright-samples --figure docs/images/journey.jpg .build/journey/1-stored.jpg \
	  .build/journey/2-upright.jpg .build/journey/3-crop.jpg .build/journey/4-output.jpg

# A picture with a gain map, a cut of it, and how viewers show the cut.
hdr-figure: build samples
	mkdir -p .build/hdr
	$(release)/upright-samples --hdr .build/hdr/evening.jpg
	$(release)/upright run docs/images/hdr.yaml
	$(release)/upright-samples --hdr-figure docs/images/hdr.jpg .build/hdr/evening.jpg .build/hdr/cut.jpg

# A screenshot by the browser, with settings in a folder that is removed afterwards.
preview-figure: build samples
	@tools/install-dependencies browser
	$(release)/upright preview --root . --output .build/preview.html docs/images/preview.yaml
	chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --force-device-scale-factor=1 \
	  --user-data-dir=.build/preview-profile --window-size=960,1150 \
	  --log-level=3 --screenshot=docs/images/preview.jpg "file://$(abspath .build/preview.html)"
	rm -rf .build/preview-profile

# Takes the texts of the debug build, since a release can't list its options. The generator's own plugin would build
# everything else too.
man: dependencies
	$(SWIFT) build --product upright
	$(SWIFT) build --product generate-manual
	mkdir -p $(dir $(man_page))
	.build/debug/generate-manual .build/debug/upright --output-directory $(dir $(man_page)) \
	  --date "$$(git log -1 --format=%cs 2>/dev/null || date -I)"
	sed -i 's/^$$/.Pp/' $(man_page)    # mdoc warns of empty lines
	@echo "$(man_page)"

completions: build
	mkdir -p $(completions)
	$(release)/upright --generate-completion-script bash >$(completions)/upright.bash
	$(release)/upright --generate-completion-script zsh >$(completions)/_upright
	$(release)/upright --generate-completion-script fish >$(completions)/upright.fish

# Builds nothing, so that root needs no toolchain.
install:
	@test -x $(release)/upright -a -f $(man_page) -a -f $(completions)/_upright || \
	  { echo "Nothing to install yet: run 'make build man completions' first." >&2; exit 1; }
	install -D -m 755 -s $(release)/upright "$(DESTDIR)$(PREFIX)/bin/upright"
	install -D -m 644 $(man_page) "$(DESTDIR)$(PREFIX)/share/man/man1/upright.1"
	install -D -m 644 $(completions)/upright.bash \
	  "$(DESTDIR)$(PREFIX)/share/bash-completion/completions/upright"
	install -D -m 644 $(completions)/_upright "$(DESTDIR)$(PREFIX)/share/zsh/site-functions/_upright"
	install -D -m 644 $(completions)/upright.fish \
	  "$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/upright.fish"

uninstall:
	rm -f "$(DESTDIR)$(PREFIX)/bin/upright" "$(DESTDIR)$(PREFIX)/share/man/man1/upright.1" \
	  "$(DESTDIR)$(PREFIX)/share/bash-completion/completions/upright" \
	  "$(DESTDIR)$(PREFIX)/share/zsh/site-functions/_upright" \
	  "$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/upright.fish"

packages: build man completions
	@tools/install-dependencies packages
	rm -rf .build/packaged
	$(MAKE) --no-print-directory install PREFIX= DESTDIR=.build/packaged
	python3 -B packaging/build.py .build/packaged $(packages)

format:
	$(SWIFT) format -i -r -p Sources Tests Benchmarks Package.swift

lint:
	$(SWIFT) format lint --strict -r -p Sources Tests Benchmarks Package.swift

clean:
	rm -rf .build .build-fuzz examples/samples jobs/out Benchmarks/__pycache__ Benchmarks/*/__pycache__
