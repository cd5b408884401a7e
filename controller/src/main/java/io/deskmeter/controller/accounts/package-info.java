/** Sets of accounts that log on. They are separate from profiles, and never displayed with a password. */
@NullMarked
package io.deskmeter.controller.accounts;

import org.jspecify.annotations.NullMarked;
