/**
 * Makes the documents and landmarks of the built-in workloads, with nothing but the JDK. Start with
 * {@link io.deskmeter.workloads.make.MakeContent}; there is a class for each document, mailbox, page and clip.
 *
 * <p>What is made is committed beside it and a test makes it again: the same bytes must come out, on every machine and
 * JDK. That is why pictures are computed in integers instead of being drawn, and why archives and pictures are stored
 * without compression, whose output differs from one compression library to the next.
 *
 * <p>Everything is laid out on the pixel grid of a screen with 96 dots per inch and 100 % zoom: 1 pixel = 0.75 pt. A
 * landmark is then painted pixel by pixel as it is in its file, and {@code vision} finds it with a correlation close to
 * 1.
 */
@NullMarked
package io.deskmeter.workloads.make;

import org.jspecify.annotations.NullMarked;
