/**
 * An X client in pure Java that shares nothing with the product's own X code: {@link io.deskmeter.testkit.x.XClient}
 * implements the core protocol over a display's Unix socket, {@link io.deskmeter.testkit.x.XWindow} is a window with
 * known pixels. Tests draw and receive input with it; truth programs draw their picture.
 *
 * <p>Source: X Window System Protocol, X Consortium Standard, version 11 release 7.
 */
@NullMarked
package io.deskmeter.testkit.x;

import org.jspecify.annotations.NullMarked;
