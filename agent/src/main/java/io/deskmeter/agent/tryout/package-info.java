/**
 * Works one workload on one local desktop without any controller and prints what it timed: what an author of workloads needs, and what
 * shows that a workload waits for what a person would wait for.
 */
@NullMarked
package io.deskmeter.agent.tryout;

import org.jspecify.annotations.NullMarked;
