// Package hall shows all tables of a museum or a school on one page, and gives their
// people's commands to them. Everything that it knows is in JetStream: two halls may run
// at once, and either may die. Package fleet is the tables' side.
package hall
