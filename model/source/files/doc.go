// Package files turns files and directories into immutable snapshots: it finds
// the files, notices that they change, reads them within bounds, has them
// decoded, and keeps the last good version of each.
//
// fsnotify is used nowhere else in the house.
//
// # How a change becomes a snapshot
//
//	fsnotify ──► notifier (drains, remembers nothing but names)  ┐
//	timer    ──► poll (always on, slow; faster without events)   ┴► coalescer
//	  ──► tracker.refresh: scan ─► compare fingerprints ─► read ─► decode
//	  ──► Snapshot, if anything visible changed ──► mailbox ──► Watcher.Next
//
// An event only ever means "look again": what changed is learnt by looking. So
// a rename, a swapped symbolic link that no event names, an overflowing event
// queue and a file system without events all end in the same scan.
//
// # What is read
//
//   - A path that names a file is read whatever it is called and wherever it
//     leads. A path that names a directory gives the files in it and below, whatever
//     they are called, except hidden ones, editors' backups, temporary files and
//     rotated copies (run.json.1 next to run.json).
//   - Of a file in a directory the first bytes are read. Where they can be no
//     document the rest is not read, however large it is, and the file is a line
//     among the issues of the snapshot instead of one of its files. It is still
//     followed, and read once it begins like a document. A file that is empty, or
//     once held a document, is one of the files in any case.
//   - Inside a directory a symbolic link is followed as long as it stays inside.
//     One that leads out, nowhere or in a circle is a warning. A link to something
//     that is listed under its own name is not listed a second time.
//   - Pipes, sockets and devices are never opened.
//
// Start reading at Watcher, then tracker (what becomes of a file) and scanner
// (what is there).
package files
