/** Sets of accounts: who logs on. Kept apart from profiles, and never shown with a password. */
@NullMarked
package io.deskmeter.controller.accounts;

import org.jspecify.annotations.NullMarked;
