/**
 * What can be known of a workload without running it, beyond its grammar. Knows workloads and {@code vision}, nothing
 * of desktops or sessions.
 *
 * <p>{@link io.deskmeter.agent.lint.WorkloadLint} reads a workload and asks each rule. A rule is a class with one
 * question: {@code PictureRules} looks at each landmark by itself, {@code LikenessRules} has the finder of a session
 * look for one landmark in another and in the pictures of the content, {@code SequenceRules} follows what is known to
 * be on the screen from operation to operation, {@code RegionRules} asks whether each fits into the region in which it
 * is looked for, {@code StepRules} reads steps and groups. A finding is a mistake, or what looks like one, with its
 * place, the value, the reason and the remedy. What only a desktop can show is left to {@code agent try}.
 */
@NullMarked
package io.deskmeter.agent.lint;

import org.jspecify.annotations.NullMarked;
