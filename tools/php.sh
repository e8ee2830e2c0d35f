#!/bin/sh
# php.sh - the php-config of a PHP that the host can be built with: 8.2 without
# threads. Prints nothing if there is none.
for config in php-config8.2 php-config; do
    case $($config --vernum 2>/dev/null) in
    802*)
        $config --configure-options | grep -q -e --enable-zts || command -v $config
        exit
        ;;
    esac
done
