/**
 * Settings that look as if they moved a program and do not. Programs take options, a few variables of the environment and nothing else (decision
 * 0030); what somebody has set in vain is named in the log, or they would search for long.
 */
@NullMarked
package io.deskmeter.link.settings;

import org.jspecify.annotations.NullMarked;
