/**
 * Near-equal pictures on real screens: whether a landmark is taken for a picture that differs from it in one detail, is
 * found where it is, or stays open.
 *
 * <p>A window on a real desktop shows each picture of each pair; the pixels reach the agent's matcher through a real
 * server and its codec. Both pictures are looked for, as the only landmark of a workload ({@code alone}: the
 * application itself draws the other one), and as two of one workload ({@code beside}).
 *
 * <p>{@code decided}: found where it is shown, or certainly absent where the other one is. {@code open}: neither, and a
 * wait would go on. {@code wrong}: found where the other one is. {@code missed}: certainly absent where it is shown.
 */
@NullMarked
package io.deskmeter.bench.pairs;

import org.jspecify.annotations.NullMarked;
