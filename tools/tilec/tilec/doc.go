// Package tilec is the command tilec as a function, so that tests run it in their
// own process.
//
// It only puts together what others do: package opt compiles, targets/interp and
// targets/sim run, targets/launch/job describes what tilec-gpu shall do. Results go to
// stdout or -o, everything else to stderr.
package tilec
