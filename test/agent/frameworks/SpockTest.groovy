package shop

import spock.lang.Specification

class SpockTest extends Specification {
    def setupSpec() {
        Bug.times(3)
    }

    def "plain feature"() {
        when:
        Bug.times(5)
        then:
        true
    }

    def "each of them"() {
        expect:
        Bug.times(times) == null
        where:
        times << [1, 2]
    }
}
