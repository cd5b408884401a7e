# shellcheck shell=bash
# Makes container images from the debs, as OCI archives, without a daemon: a Debian that debootstrap makes, the package with what it asks for, and nothing of this machine.
# src/package/make.sh reads this file. What a base image's registry would bring comes from Debian's mirror, so images of two days differ.

readonly image_suite=bookworm
# Users of the images, the same in each: a volume of one version belongs to the user of the next.
readonly image_user_id=10001

require_image_tools() {
    local name
    [ "$(id -u)" -eq 0 ] || die "$exit_invalid" "package --images: you are not root (expected: root, because debootstrap makes a system of files; hint: sudo ./deskmeter package --images)"
    for name in debootstrap umoci; do
        has_program "$name" || die "$exit_invalid" "package --images: no $name (hint: apt-get install $name)"
    done
}

# Takes a part, the version, the release and the folder with its deb, which gets the image.
image_of_part() {
    local part=$1 version=$2 release=$3 out=$4 root=$made/image-$1 layout=$made/oci-$1 log=$made/image-$1.log
    say "Making the image of deskmeter-$part ..."
    if ! (set -e; image_root "$part" "$version" "$release" "$out" "$root"; image_layout "$part" "$version" "$root" "$layout") >"$log" 2>&1; then
        tail -n 15 "$log" >&2
        die "$exit_failed" "package --images: the image of deskmeter-$part was not made (hint: see $log)"
    fi
    tar --format=gnu --sort=name --owner=0 --group=0 --numeric-owner -C "$layout" -cf "$out/deskmeter-$part-$version-$release.oci.tar" .
    rm -rf "$root" "$layout"
}

# The files of the image. A Debian is made once, and copied.
image_root() {
    local part=$1 version=$2 release=$3 out=$4 root=$5 debian=$made/image-debian deb packages
    if [ ! -d "$debian" ]; then
        rm -rf "$debian.making"
        debootstrap --variant=minbase --include=ca-certificates,curl,tini "$image_suite" "$debian.making"
        mv "$debian.making" "$debian"
    fi
    rm -rf "$root"
    cp -a "$debian" "$root"
    deb=$(file_of_package "$part" "$version" "$release" deb)
    cp "$out/$deb" "$root/tmp"
    cp -L /etc/resolv.conf "$root/etc/resolv.conf"
    # The package keeps a user that is there.
    chroot "$root" groupadd --gid "$image_user_id" "deskmeter-$part"
    chroot "$root" useradd --uid "$image_user_id" --gid "$image_user_id" --no-create-home --home-dir "/var/lib/deskmeter/$part" --shell /usr/sbin/nologin "deskmeter-$part"
    packages=$(sed 's/#.*//' "$packaging/image/$part.packages" | tr '\n' ' ')
    # shellcheck disable=SC2086 # words
    DEBIAN_FRONTEND=noninteractive chroot "$root" sh -ec 'apt-get update; apt-get install -y --no-install-recommends "$@"' - "/tmp/$deb" $packages
    chroot "$root" install -d -m 700 -o "deskmeter-$part" -g "deskmeter-$part" "/var/lib/deskmeter/$part"
    # Xvnc of a user may not make it.
    install -d -m 1777 "$root/tmp/.X11-unix"
    chroot "$root" apt-get clean
    rm -rf "$root/tmp/$deb" "$root"/var/lib/apt/lists/* "$root"/var/cache/* "$root"/var/log/* "$root/etc/resolv.conf" "$root/etc/hostname" "$root/etc/machine-id"
}

image_layout() {
    local part=$1 version=$2 root=$3 layout=$4 tag=$4:$2 port option=()
    rm -rf "$layout"
    umoci init --layout "$layout"
    umoci new --image "$tag"
    umoci insert --image "$tag" "$root" /
    for port in $(sed -n "s/^$part //p" "$packaging/image/ports"); do option+=(--config.exposedports "$port/tcp"); done
    # tini hands signals on, and takes away processes that desktops leave behind.
    umoci config --image "$tag" --os linux --architecture amd64 --config.user "$image_user_id:$image_user_id" \
        --config.env "HOME=/var/lib/deskmeter/$part" --config.env PATH=/usr/bin:/bin:/usr/sbin:/sbin --config.workingdir "/var/lib/deskmeter/$part" \
        --config.volume "/var/lib/deskmeter/$part" ${option[@]+"${option[@]}"} \
        --config.entrypoint /usr/bin/tini --config.entrypoint -- --config.entrypoint "/usr/lib/deskmeter-$part/deskmeter" \
        --config.cmd "$part" --config.cmd --settings --config.cmd "/etc/deskmeter/$part.yaml" --config.cmd "$(folder_option "$part")" --config.cmd "/var/lib/deskmeter/$part" \
        --config.label "org.opencontainers.image.title=deskmeter-$part" --config.label "org.opencontainers.image.version=$version" \
        --config.label org.opencontainers.image.licenses=Apache-2.0
    umoci gc --layout "$layout"
}

folder_option() { if [ "$1" = agent ]; then printf '%s\n' --state; else printf '%s\n' --data; fi; }
