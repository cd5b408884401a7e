/**
 * Sound and pictures in files: samples, codecs, and the checks that read files whose delays or numbers of frames are
 * known.
 */
@NullMarked
package io.deskmeter.bench.av.file;

import org.jspecify.annotations.NullMarked;
