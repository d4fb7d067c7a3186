// Package licm is the pass loop-invariant-code-motion.
package licm
