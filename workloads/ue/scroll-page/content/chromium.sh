#!/bin/sh
# Starts Chromium on a page as the user of a session has it: past its first start, and without anything that a browser asks of a network on
# its own. Usage: sh chromium.sh PAGE HOME
set -eu

sandbox=
# Chromium refuses to start as root with its sandbox. Without the sandbox it shows a warning, which --test-type hides.
[ "$(id -u)" -ne 0 ] || sandbox="--no-sandbox --test-type"

gpu=
# A desktop without a graphics card draws in software; this spares Chromium the attempts to find one.
[ -e /dev/dri ] || gpu=--disable-gpu

# An instance that is about to exit would take over the page and exit with it. So wait until it has gone, at most 10 seconds.
profile="$2/.config/chromium"
waited=0
while [ -L "$profile/SingletonLock" ] && [ "$waited" -lt 100 ]; do
    owner=$(readlink "$profile/SingletonLock" || true)
    kill -0 "${owner##*-}" 2>/dev/null || break
    sleep 0.1
    waited=$((waited + 1))
done

# What Chromium asks of a network in spite of these switches goes to a proxy that is not there: nothing is looked up, and nothing leaves the
# machine. Before any request to a server it tries whether there is a route to an address outside; so the server of one component, which
# --disable-component-update does not stop, is replaced by an address that is none. Scrolling without an animation, as guides for remote
# desktops recommend: the page is at its place in one step.
# shellcheck disable=SC2086  # two words, or none
exec chromium $sandbox $gpu --user-data-dir="$profile" --start-maximized --force-device-scale-factor=1 \
    --no-first-run --no-default-browser-check --hide-crash-restore-bubble --password-store=basic --disable-smooth-scrolling \
    --disable-background-networking --disable-component-update --disable-default-apps --disable-sync --disable-breakpad \
    --disable-domain-reliability --disable-search-engine-choice-screen --no-pings \
    --disable-features=NetworkTimeServiceQuerying,Translate,OptimizationHints,MediaRouter,DialMediaRouteProvider,AutofillServerCommunication,CertificateTransparencyComponentUpdater \
    --component-updater=url-source=data:, --proxy-server=127.0.0.1:9 "file://$1"
